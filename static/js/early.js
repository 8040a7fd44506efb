// Runs before the first paint (a classic script in <head>): chosen looks must not flash in others. As `applyLooks`.
// A chosen language is remembered by its cookie; in an address that is passed on it would be forced on others.
if (/[?&]lang=/.test(location.search)) history.replaceState(null, "", location.pathname + location.hash);
try {
  const kept = JSON.parse(localStorage.getItem("durak") || "{}");
  const { dataset } = document.documentElement;
  for (const name of ["theme", "deck", "indices", "hand", "back", "speed"])
    if (kept[name] && typeof kept[name] === "string") dataset[name] = kept[name];
  if (kept.hints === false) dataset.hints = "off";
  if (!kept.finished && !kept.knows) dataset.new = "";
} catch {
  // Nothing is kept here, so nothing was chosen.
}
