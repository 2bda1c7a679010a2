import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { ElementProbe } from "../../page/act/api.ts";
import type { elementProbeShape } from "./elementProbe.ts";

test("page code and results mean the same by an element's probe", () => {
  expectTypeOf<z.infer<typeof elementProbeShape>>().toEqualTypeOf<ElementProbe>();
});
