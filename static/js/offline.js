// On the offline page (a classic script: it has to run from the cache alone). Back as soon as there is a connection.
addEventListener("online", () => location.reload());
