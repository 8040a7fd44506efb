// boardgame.io's own server, with nothing added: `node server.js PORT`. It keeps matches in files if the variable
// FLATFILE_DIR names a folder, else in memory. It ends when its standard input does.
const { Server } = require("boardgame.io/server");
const game = require("./game.js");

const server = Server({ games: [game], origins: [] });
server.run({ port: { host: "127.0.0.1", port: Number(process.argv[2]) } });
process.stdin.on("end", () => process.exit(0)).resume();
