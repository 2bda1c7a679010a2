/*
 * Stands in for the harness of web-platform-tests: instead of judging, it writes down what a page expects of which element.
 * Pages load it in place of each script of that harness, so it may run several times.
 */
(() => {
  const expectations = (window.expectations ??= []);
  const note = (element, kind, any) => {
    if (element) expectations.push({ element, kind, any, test: element.getAttribute("data-testname") ?? any[0] });
  };
  const each = (selector, kind, expected) => {
    for (const element of document.querySelectorAll(selector)) note(element, kind, expected(element));
  };
  const labels = (selector) => each(selector, "name", (element) => [element.getAttribute("data-expectedlabel")]);
  const roles = (selector) => each(selector, "role", (element) => [element.getAttribute("data-expectedrole")]);
  const nothing = () => undefined;

  window.AriaUtils = {
    verifyLabelsBySelector: labels,
    verifyRolesBySelector: roles,
    verifyRolesAndLabelsBySelector: (selector) => {
      labels(selector);
      roles(selector);
    },
    verifyRoleOrVariantRolesBySelector: (selector, any) => each(selector, "role", () => any),
    verifyGenericRolesBySelector: (selector) => each(selector, "role", () => ["generic", "none", ""]),
    assignAndVerifyRolesByRoleNames: (names) => {
      for (const name of names) {
        const element = document.body.appendChild(document.createElement("div"));
        element.textContent = "x";
        element.setAttribute("role", name);
        note(element, "role", [name.toLowerCase()]);
      }
    },
    verifyPropertiesBySelector: nothing,
    verifyAccessibilitySubtree: nothing,
  };

  /* The older, manual pages say what each platform's interface should be told. */
  window.ATTAcomm = class {
    constructor({ steps }) {
      addEventListener("DOMContentLoaded", () => {
        for (const { element, test } of steps)
          for (const [what, which, how, value] of test?.ATK ?? [])
            if (what === "property" && which === "name" && how === "is") note(document.getElementById(element), "name", [value]);
      });
    }

    start() {}
  };

  for (const name of ["promise_test", "test", "async_test", "setup", "done"]) window[name] = nothing;
})();
