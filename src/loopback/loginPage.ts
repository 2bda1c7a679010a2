/** What is at / for everybody who asks: it gives away nothing, and takes whoever has the token on. */
export const loginPage = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Drover</title>
<script type="module" src="/login.js"></script>
</head>
<body>
<main>
<h1>Drover</h1>
<p id="what" role="status">Opening ${title} …</p>
<noscript>This needs JavaScript.</noscript>
</main>
</body>
</html>
`;

/** The token is in the fragment, which no server, log or referrer sees; it counts once. */
export const loginScript = (command: string): string => `const what = document.getElementById("what");
const token = new URLSearchParams(location.hash.slice(1)).get("token");
history.replaceState(null, "", "/");
const answer = token ? await fetch("/login", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) }) : undefined;
if (answer?.ok) {
  const { base } = await answer.json();
  localStorage.setItem("base", base);
}
const base = localStorage.getItem("base");
if (base && (answer === undefined || answer.ok)) location.replace("/" + base + "/");
else what.textContent = answer ? "This address was used already. Run ${command} for another one." : "Run ${command} to get the address that opens it.";
`;
