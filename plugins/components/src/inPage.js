/**
 * Runs in the page, in its own world, as text: it sees the page and its arguments, nothing of this module. With an element it works from there.
 */
export function inPage(first, second) {
  const [element, request] = first instanceof Element ? [first, second] : [undefined, first];
  const KEY = Symbol.for("drover.components");
  const memory = (globalThis[KEY] ??= { ids: new WeakMap(), last: 0, watch: undefined });

  // ---------------------------------------------------------------- finding

  const REACT_COMPONENTS = new Set([0, 1, 2, 11, 14, 15]);
  const HOST = new Set([5, 26, 27]);
  const keyOf = (node, ...prefixes) => Object.keys(node).find((key) => prefixes.some((prefix) => key.startsWith(prefix)));

  /** Every root of the page, shadow trees included. */
  function roots() {
    const react = new Set();
    const vue = new Set();
    const visit = (place) => {
      for (const node of place.querySelectorAll("*")) {
        const container = keyOf(node, "__reactContainer$");
        const legacy = node._reactRootContainer;
        const root = container ? node[container]?.stateNode : (legacy?._internalRoot ?? legacy);
        if (root?.current) react.add(root);
        if (node.__vue_app__ && node._vnode?.component) vue.add(node._vnode.component);
        if (node.shadowRoot) visit(node.shadowRoot);
      }
    };
    visit(document);
    return { react: [...react], vue: [...vue] };
  }

  function reactName({ type, elementType }) {
    const inner = type?.type ?? type?.render ?? type;
    return type?.displayName || elementType?.displayName || inner?.displayName || inner?.name || "Anonymous";
  }

  function vueName({ type }) {
    return type.name || type.__name || type.__file?.replace(/^.*[/\\]|\.\w+$/g, "") || "Anonymous";
  }

  function idOf(raw) {
    const known = memory.ids.get(raw) ?? (raw.alternate && memory.ids.get(raw.alternate));
    const id = known ?? `c${++memory.last}`;
    memory.ids.set(raw, id);
    return id;
  }

  /** All components in the order of the tree, and whose each element is. */
  function collect() {
    const components = [];
    const owners = new Map();
    const add = (framework, raw, name, key, parent) => {
      const component = { id: idOf(raw), framework, raw, name, key, parent, depth: parent ? parent.depth + 1 : 0, element: undefined };
      components.push(component);
      return component;
    };
    const own = (node, component) => {
      if (!(node instanceof Element)) return;
      owners.set(node, component);
      for (let each = component; each && !each.element; each = each.parent) each.element = node;
    };
    const fibers = (fiber, parent) => {
      for (let each = fiber; each; each = each.sibling) {
        const component = REACT_COMPONENTS.has(each.tag) ? add("react", each, reactName(each), each.key ?? undefined, parent) : parent;
        if (HOST.has(each.tag)) own(each.stateNode, component);
        fibers(each.child, component);
      }
    };
    const vnodes = (vnode, component) => {
      if (!vnode || typeof vnode !== "object") return;
      if (vnode.component) return instances(vnode.component, component);
      if (vnode.suspense) return vnodes(vnode.suspense.activeBranch, component);
      own(vnode.el, component);
      if (Array.isArray(vnode.children)) for (const child of vnode.children) vnodes(child, component);
    };
    const instances = (instance, parent) => {
      const key = instance.vnode.key;
      const component = add("vue", instance, vueName(instance), key === null || typeof key === "symbol" ? undefined : String(key), parent);
      vnodes(instance.subTree, component);
    };
    const { react, vue } = roots();
    for (const root of react) fibers(root.current.child, undefined);
    for (const instance of vue) instances(instance, undefined);
    return { components, owners };
  }

  function ownerOf(node, owners) {
    for (let each = node; each; each = each.parentElement ?? each.getRootNode().host) {
      const found = owners.get(each);
      if (found) return found;
    }
    return undefined;
  }

  // ---------------------------------------------------------------- telling

  const describe = (node) => `<${node.localName}${node.id ? `#${node.id}` : ""}${typeof node.className === "string" && node.className ? `.${node.className.trim().split(/\s+/).slice(0, 2).join(".")}` : ""}>`;

  /** A value as JSON: short, without circles, and with nothing that a getter would do. */
  function plain(value, depth = 0, seen = new Set()) {
    if (value === null || typeof value === "number" || typeof value === "boolean") return Number.isNaN(value) ? "NaN" : value;
    if (value === undefined) return "undefined";
    if (typeof value === "string") return value.length > 300 ? `${value.slice(0, 300)}…` : value;
    if (typeof value === "function") return `ƒ ${value.name || "anonymous"}`;
    if (typeof value !== "object") return String(value);
    if (value instanceof Element) return describe(value);
    if (value instanceof Date) return value.toISOString();
    if (value.$$typeof) return `<${reactName({ type: value.type }) === "Anonymous" && typeof value.type === "string" ? value.type : reactName({ type: value.type })} />`;
    if (value.__v_isVNode) return "<vnode />";
    if (value.__v_isRef) return plain(value.value, depth, seen);
    if (seen.has(value)) return "…(circular)";
    if (depth >= 4) return Array.isArray(value) ? `…(${value.length} items)` : "…";
    seen.add(value);
    const items = value instanceof Map ? [...value] : value instanceof Set ? [...value] : value;
    const told = Array.isArray(items)
      ? [...items.slice(0, 50).map((item) => plain(item, depth + 1, seen)), ...(items.length > 50 ? [`…(${items.length - 50} more)`] : [])]
      : Object.fromEntries(
          Object.keys(items)
            .slice(0, 50)
            .map((key) => [key, read(items, key, depth, seen)]),
        );
    seen.delete(value);
    return told;
  }

  function read(object, key, depth, seen) {
    try {
      return plain(object[key], depth + 1, seen);
    } catch (error) {
      return `…(${error.message})`;
    }
  }

  function hooksOf(fiber) {
    const names = fiber._debugHookTypes ?? [];
    const hooks = [];
    for (let hook = fiber.memoizedState, index = 0; hook && typeof hook === "object" && "next" in hook; hook = hook.next, index++) {
      const { memoizedState: value, queue } = hook;
      const isObject = typeof value === "object" && value !== null;
      const kind = queue ? "state" : isObject && "create" in value && "deps" in value ? "effect" : Array.isArray(value) && value.length === 2 && (value[1] === null || Array.isArray(value[1])) ? "memo" : isObject && Object.keys(value).join() === "current" ? "ref" : "other";
      if (kind === "effect") continue;
      hooks.push({ hook: names[index]?.replace(/^use/, "").toLowerCase() ?? kind, value: plain(kind === "memo" ? value[0] : kind === "ref" ? value.current : value) });
    }
    return hooks;
  }

  /** Where it was written, as far as the build tells: development builds do. */
  function sourceOf({ framework, raw }) {
    if (framework === "vue") return raw.type.__file;
    if (raw._debugSource) return `${raw._debugSource.fileName}:${raw._debugSource.lineNumber}`;
    const frames = raw._debugStack?.stack?.split("\n") ?? [];
    return frames.map((line) => /\(?((?:https?|file|webpack|\/)[^\s()]+:\d+:\d+)\)?$/.exec(line)?.[1]).find((place) => place && !/react(?:-dom|-jsx|_jsx)?[^/]*\.(?:development\.)?js|chunk-/.test(place));
  }

  const named = ({ id, name, key, framework, depth, element: at }) => ({ id, name, framework, depth, ...(key !== undefined && { key }), ...(at && { element: describe(at) }) });

  function whole(component) {
    const { framework, raw } = component;
    const above = [];
    for (let each = component.parent; each; each = each.parent) above.push({ id: each.id, name: each.name });
    const source = sourceOf(component);
    const { children: _, ...props } = framework === "react" ? (raw.memoizedProps ?? {}) : raw.props;
    const setup = framework === "vue" ? (raw.devtoolsRawSetupState ?? raw.setupState) : undefined;
    return {
      ...named(component),
      props: plain(props),
      ...(framework === "react" && raw.tag === 1 && { state: plain(raw.memoizedState) }),
      ...(framework === "react" && raw.tag !== 1 && { hooks: hooksOf(raw) }),
      ...(framework === "vue" && { state: { ...plain(setup ?? {}), ...plain(raw.data ?? {}) }, attrs: plain({ ...raw.attrs }) }),
      ...(source && { source }),
      above,
    };
  }

  // ---------------------------------------------------------------- watching

  const changedKeys = (before = {}, after = {}) => [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((key) => !Object.is(before?.[key], after?.[key]));

  function startWatching() {
    memory.watch?.stop();
    const counts = new Map();
    const undo = [];
    const count = (framework, raw, name, cause) => {
      const id = idOf(raw);
      const entry = counts.get(id) ?? { id, name, framework, renders: 0, mounts: 0, causes: {} };
      if (cause === "mount") entry.mounts++;
      else {
        entry.renders++;
        entry.causes[cause] = (entry.causes[cause] ?? 0) + 1;
      }
      counts.set(id, entry);
    };
    const mounted = (fiber) => {
      if (REACT_COMPONENTS.has(fiber.tag)) count("react", fiber, reactName(fiber), "mount");
      for (let child = fiber.child; child; child = child.sibling) mounted(child);
    };
    const compare = (next, before) => {
      if (next === before) return;
      if (REACT_COMPONENTS.has(next.tag) && ((next.flags ?? next.effectTag) & 1) === 1) {
        const keys = changedKeys(before.memoizedProps, next.memoizedProps);
        const cause = next.memoizedState !== before.memoizedState ? "state" : keys.length > 0 ? `props: ${keys.join(", ")}` : "parent";
        count("react", next, reactName(next), cause);
      }
      if (next.child === before.child) return;
      const kept = new Set();
      for (let child = before.child; child; child = child.sibling) kept.add(child);
      for (let child = next.child; child; child = child.sibling) {
        if (kept.has(child)) continue;
        if (child.alternate) compare(child, child.alternate);
        else mounted(child);
      }
    };
    const { react, vue } = roots();
    for (const root of react) {
      // React puts every finished tree into its place here, in production too.
      let current = root.current;
      Object.defineProperty(root, "current", {
        configurable: true,
        enumerable: true,
        get: () => current,
        set: (next) => {
          const before = current;
          current = next;
          compare(next, before);
        },
      });
      undo.push(() => Object.defineProperty(root, "current", { configurable: true, enumerable: true, writable: true, value: current }));
    }
    const followed = new Set();
    const follow = (instance, isNew) => {
      if (followed.has(instance)) return;
      followed.add(instance);
      if (isNew) count("vue", instance, vueName(instance), "mount");
      let props = { ...instance.props };
      const updated = () => {
        const keys = changedKeys(props, instance.props);
        props = { ...instance.props };
        count("vue", instance, vueName(instance), keys.length > 0 ? `props: ${keys.join(", ")}` : "state");
        children(instance.subTree, true);
      };
      instance.u = [...(instance.u ?? []), updated];
      undo.push(() => (instance.u = instance.u?.filter((each) => each !== updated) ?? null));
      children(instance.subTree, isNew);
    };
    const children = (vnode, isNew) => {
      if (!vnode || typeof vnode !== "object") return;
      if (vnode.component) return follow(vnode.component, isNew);
      if (Array.isArray(vnode.children)) for (const child of vnode.children) children(child, isNew);
    };
    for (const instance of vue) follow(instance, false);
    memory.watch = { counts, since: Date.now(), stop: () => undo.splice(0).forEach((each) => each()) };
    return { watching: react.length + vue.length };
  }

  // ---------------------------------------------------------------- what is asked

  if (request.ask === "start") return startWatching();
  if (request.ask === "renders") {
    const { watch } = memory;
    if (!watch) return { none: true };
    const answer = { sinceMs: Date.now() - watch.since, components: [...watch.counts.values()].sort((a, b) => b.renders - a.renders || b.mounts - a.mounts) };
    if (request.stop) {
      watch.stop();
      memory.watch = undefined;
    } else if (request.reset) watch.counts.clear();
    return answer;
  }
  const { components, owners } = collect();
  const start = element ? ownerOf(element, owners) : request.id ? components.find(({ id }) => id === request.id) : undefined;
  if (request.ask === "inspect") return start ? whole(start) : { none: true, components: components.length };
  const isIn = (component) => {
    for (let each = component; each; each = each.parent) if (each === start) return true;
    return false;
  };
  const wanted = components.filter((component) => (!(element || request.id) || isIn(component)) && (!request.name || component.name.toLowerCase().includes(request.name.toLowerCase())) && component.depth - (start?.depth ?? 0) < request.depth);
  return { total: components.length, frameworks: [...new Set(components.map(({ framework }) => framework))], components: wanted.slice(0, request.limit).map(named), matched: wanted.length };
}
