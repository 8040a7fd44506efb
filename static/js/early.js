// Runs before the first paint (a classic script in <head>): a chosen theme must not flash in the other one.
try {
  const kept = JSON.parse(localStorage.getItem("durak") || "{}");
  if (kept.theme === "dark" || kept.theme === "light") document.documentElement.dataset.theme = kept.theme;
  document.documentElement.dataset.deck = kept.deck === "4" ? "4" : "2";
} catch {
  document.documentElement.dataset.deck = "2";
}
