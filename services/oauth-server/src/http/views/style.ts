import { styleSheet } from '@mtg/pages'

/** The only style sheet. */
export const style = styleSheet(`
:root {
  color-scheme: light dark;
  --page: #f3f5f9; --card: #ffffff; --text: #172033; --muted: #55607a; --line: #8a94a8; --soft: #e4e8f0;
  --accent: #2b50d8; --on-accent: #ffffff; --accent-strong: #1f3eb3; --bad: #a61b2b; --bad-soft: #fdecee;
  --warn: #7a4b00; --warn-soft: #fff4de;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10141d; --card: #1a202c; --text: #eef1f7; --muted: #aab3c5; --line: #76819a; --soft: #2b3344;
    --accent: #8fa8ff; --on-accent: #0d1533; --accent-strong: #b3c4ff; --bad: #ffb3bb; --bad-soft: #42191f;
    --warn: #ffd590; --warn-soft: #3c2c0c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem 1rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.5 ui-sans-serif, -apple-system, "Segoe UI", Roboto, Ubuntu, Cantarell, "Noto Sans", "DejaVu Sans", sans-serif;
}
main {
  width: 100%; max-width: 27rem; background: var(--card); border: 1px solid var(--soft); border-radius: 1rem;
  padding: 2rem; box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 12px 32px rgb(0 0 0 / 8%);
}
@media (max-width: 30rem) { body { padding: 0; place-items: stretch; } main { max-width: none; border: 0; border-radius: 0; padding: 1.5rem 1.25rem; } }
.brand { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.5rem; color: var(--muted); font-size: .9rem; font-weight: 600; }
.brand svg { width: 1.75rem; height: 1.75rem; flex: none; }
.brand rect { fill: var(--accent); }
.brand path { fill: none; stroke: var(--on-accent); stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
p { margin: 0 0 1rem; }
.host { font-weight: 700; overflow-wrap: anywhere; }
.note { color: var(--muted); font-size: .9rem; }
ul { margin: 0 0 1.25rem; padding: 0; list-style: none; border: 1px solid var(--soft); border-radius: .75rem; }
li { padding: .75rem 1rem .75rem 2.6rem; position: relative; }
li + li { border-top: 1px solid var(--soft); }
li::before { content: ""; position: absolute; left: 1.1rem; top: 1.05rem; width: .8rem; height: .4rem; border: solid var(--accent); border-width: 0 0 .15rem .15rem; transform: rotate(-45deg); }
li span { display: block; color: var(--muted); font-size: .9rem; }
.alert { padding: .75rem 1rem; border-radius: .75rem; background: var(--bad-soft); color: var(--bad); font-weight: 600; }
.warning { padding: .75rem 1rem; border-radius: .75rem; background: var(--warn-soft); color: var(--warn); }
label { display: block; margin: 0 0 .3rem; font-weight: 600; }
input { width: 100%; margin: 0 0 1rem; padding: .7rem .8rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .6rem; }
input[aria-invalid="true"] { border-color: var(--bad); }
.buttons { display: flex; flex-direction: column; gap: .6rem; margin-top: .5rem; }
button { width: 100%; min-height: 2.9rem; padding: .6rem 1rem; font: inherit; font-weight: 700; border-radius: .6rem; border: 1px solid transparent; cursor: pointer; }
.allow { background: var(--accent); color: var(--on-accent); }
.allow:hover { background: var(--accent-strong); }
.deny { background: transparent; color: var(--text); border-color: var(--line); }
.deny:hover { background: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; }
.foot { margin: 1.25rem 0 0; }
`)
