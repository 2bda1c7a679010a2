/** One page, and what selectors find on it: by id where the element has one, else by its tag. */
export const selectorPage = `
  <title>Selectors</title>
  <nav id=top><a href=#a>Home</a> <a href=#b class="hot link">Sign   in</a></nav>
  <main>
    <button id=save>Save</button><button id=saveAll>Save all</button><button id=gone style="display:none">Save</button>
    <label><input type=checkbox id=terms checked> I agree</label>
    <h2 id=h2>Prices</h2><h3 id=h3>Prices</h3>
    <ul><li class=item>One <b>fish</b></li><li class=item>Two</li><li class=item>Three</li></ul>
    <p data-testid=note>Don't panic</p>
    <input type=submit value="Send it" id=send>
    <x-card id=card></x-card>
    <x-card id=card2></x-card>
    <select id=color><option id=red>Red<option id=blue selected>Blue</select>
    <span role=button id=bold aria-pressed=true>B</span><span role=button id=half aria-pressed=mixed>H</span>
    <span role=button id=fold aria-expanded=false>F</span><span role=button id=icon>&#xe001; Print</span>
    <label>Card owner <input id=owner placeholder="Ada L." title="As on the card"></label>
    <div id=boxes style="position:relative;width:400px;height:400px">${[
      [0, 0],
      [60, 0],
      [0, 60],
      [200, 200],
    ]
      .map(([x, y], i) => `<span class=box id=box${i + 1} style="position:absolute;left:${x}px;top:${y}px;width:50px;height:50px">${i}</span>`)
      .join("")}</div>
  </main>
  <script>
    for (const [id, label] of [["card", "Buy"], ["card2", "Sell"]]) {
      const root = document.getElementById(id).attachShadow({mode: "open"});
      root.innerHTML = '<section><button class=inner id=in-' + id + '>' + label + '</button><slot></slot></section>';
    }
  </script>`;

export const found: [selector: string, ids: string[]][] = [
  ["#save", ["save"]],
  ["main > button", ["save", "saveAll", "gone"]],
  ["button:visible", ["save", "saveAll", "in-card", "in-card2"]],
  ["x-card .inner", ["in-card", "in-card2"]],
  ["#card2 > section > button", ["in-card2"]],
  ["main button.inner", ["in-card", "in-card2"]],
  ['button:has-text("save")', ["save", "saveAll", "gone"]],
  ['main:has-text("don\'t panic")', ["main"]],
  [':text("sign in")', ["a"]],
  [':text-is("Save")', ["save", "gone"]],
  [":nth-match(button, 2)", ["saveAll"]],
  [":nth-match(.inner, 2)", ["in-card2"]],
  ["li:has(b)", ["li"]],
  ['x-card:has(button:has-text("sell"))', ["card2"]],
  ["button:not(:visible)", ["gone"]],
  ["button:is(:visible, #gone)", ["save", "saveAll", "gone", "in-card", "in-card2"]],
  ["text=sign in", ["a"]],
  ['text="Save"', ["save", "gone"]],
  ["text=/^save$/i", ["save", "gone"]],
  ["text=Don't panic", ["p"]],
  ["text=Send it", ["send"]],
  ["'Two'", ["li"]],
  ['role=button[name="Save"]', ["save"]],
  ['role=button[name="save" i]', ["save"]],
  ['role=button[name="Print"]', ["icon"]],
  ["role=button[name=/^save/i]", ["save", "saveAll"]],
  ['role=button[name="Save"][include-hidden]', ["save", "gone"]],
  ["role=checkbox[checked]", ["terms"]],
  ["role=checkbox[checked=false]", []],
  ["role=heading[level=3]", ["h3"]],
  ["xpath=//h2", ["h2"]],
  ["//ul/li[2]", ["li"]],
  ["id=save", ["save"]],
  ["data-testid=note", ["p"]],
  ["main >> role=button >> nth=1", ["saveAll"]],
  ["li >> nth=-1", ["li"]],
  ["#card >> button", ["in-card"]],
  ["ul >> text=Two", ["li"]],
  ["#save, #h2", ["save", "h2"]],
  ["#h2, #in-card, #save", ["save", "h2", "in-card"]],
  [".nothing", []],
  // As Playwright's documentation has them.
  ["li >> text=two", ["li"]],
  ["text=Selectors", []],
  ["role=option", ["red", "blue"]],
  ["role=option[selected]", ["blue"]],
  ["role=button[pressed]", ["bold"]],
  ["role=button[pressed=mixed]", ["half"]],
  ["role=button[expanded=false]", ["fold"]],
  ["role=button[expanded]", []],
  ["role=checkbox[checked=mixed]", []],
  ['role=textbox[description="As on the card"]', ["owner"]],
  ["x-card:has(.inner)", ["card", "card2"]],
  ["button:is(x-card button)", ["in-card", "in-card2"]],
  ["button:not(x-card button):not(:visible)", ["gone"]],
  ["#card >> :scope", ["card"]],
  ["#h2 >> + h3", ["h3"]],
  ["#card >> > section > button", ["in-card"]],
  ["*css=x-card >> text=Sell >> visible=true", ["card2"]],
  ["css:light=main .inner", []],
  ["#top >> ..", ["body"]],
  [".box:right-of(#box1)", ["box2", "box4"]],
  [".box:right-of(#box1, 20)", ["box2"]],
  [".box:left-of(#box2)", ["box1", "box3"]],
  [".box:above(#box3)", ["box1", "box2"]],
  [".box:below(#box1)", ["box3", "box4"]],
  [".box:near(#box1, 30)", ["box2", "box3"]],
  ['#boxes >> .box >> right-of="#box1",20', ["box2"]],
  // As generate_locator, Playwright's recorder and people write them.
  ["getByRole('button', { name: 'save' })", ["save", "saveAll"]],
  ["page.getByRole('button', { name: 'Save', exact: true })", ["save"]],
  ["page.getByRole('button', { name: /^save$/i, includeHidden: true }).last()", ["gone"]],
  ["await page.getByText('sign in');", ["a"]],
  ["page.getByText('Save', { exact: true }).first()", ["save"]],
  ["page.getByLabel('Card owner')", ["owner"]],
  ['page.getByPlaceholder("ada")', ["owner"]],
  ["page.getByTitle('On the Card')", ["owner"]],
  ["page.getByTestId('note')", ["p"]],
  ["page.locator('x-card').filter({ hasText: 'sell' }).getByRole('button')", ["in-card2"]],
  ["page.locator('x-card', { has: page.getByText('Buy') })", ["card"]],
  ["page.getByRole('heading').and(page.locator('#h3'))", ["h3"]],
  ["page.locator('#h2').or(page.locator('#save')).nth(1)", ["h2"]],
  ['page.get_by_role("button", name="Save", exact=True)', ["save"]],
  ['internal:role=button[name="save"i]', ["save", "saveAll"]],
  ['internal:role=button[name="Save"s]', ["save"]],
  ['internal:text="SAVE"i', ["save", "saveAll", "gone"]],
  ['internal:text="Save"s', ["save", "gone"]],
  ['internal:label="card owner"i', ["owner"]],
  ['internal:attr=[placeholder="ada"i]', ["owner"]],
  ['internal:testid=[data-testid="note"s]', ["p"]],
  ["internal:testid=[data-testid,data-qa=/^no/]", ["p"]],
  ['x-card >> internal:has-text="sell"i', ["card2"]],
  ['x-card >> internal:has-not-text="sell"i', ["card"]],
  ['x-card >> internal:has="#in-card"', ["card"]],
  ['x-card >> internal:has-not="#in-card"', ["card2"]],
  ['button >> internal:and="#save"', ["save"]],
  ['#h2 >> internal:or="#h3"', ["h2", "h3"]],
];

export const refused: string[] = [
  "button[",
  "",
  "a >> ",
  "foo=bar",
  'text="open',
  "a:has-text(",
  ":nth-match(a)",
  "role=button[shape=round]",
  "xpath=//[",
  "a >> nth=x",
  "div >",
  "a,,b",
  "p:nope",
  ":has-text(Save)",
  ":nth-match(button, 0)",
  "visible=maybe",
  "x-card >> internal:has=button",
  "*css=ul >> *css=li",
  "*css=ul >> li >> nth=1",
];

export const refusedBecause: [selector: string, why: string][] = [
  ['role=checkbox[checked="bar"]', '"checked" is true, false or mixed'],
  ["role=heading[checked]", 'only these roles can be "checked"'],
  ["role=heading[level=two]", '"level" is compared with a number'],
  ["role=button[name]", '"name" needs a value'],
  ['role=button[disabled~="true"]', '"disabled" is compared with =, not ~='],
  [':has-text("a","b")', ":has-text needs one text in quotes"],
  ["button:near(50)", ":near needs a selector"],
  ["_react=Button", "components of React"],
  ["iframe >> internal:control=enter-frame >> button", "a selector stays in one frame"],
  ["page.frameLocator('iframe').getByText('x')", "a selector stays in one frame"],
  ["page.locator('iframe').contentFrame().getByText('x')", "a selector stays in one frame"],
  ["page.getByRole('button').click()", "click() does not point at elements"],
  ["page.getByRole('button', { name: label })", '"label" is the name of something that is not known here'],
  ['internal:has="div"', "its first part keeps some of what earlier parts found"],
];
