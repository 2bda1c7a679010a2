import type { Home } from "../config/home.ts";
import { mayFail } from "../diagnosis/mayFail.ts";
import { hasPipes, makePipe, pipeFolder } from "./debuggingPipe.ts";
import { startKeeper } from "./marionetteKeeper.ts";

/** Gives a Firefox that has just started its keeper, and returns the pipe to drive it through; undefined where there is no program to make one with. */
export async function keepFirefox(home: Home, id: string, port: number): Promise<string | undefined> {
  const pipe = hasPipes ? await makePipe(pipeFolder(home, id)) : undefined;
  if (pipe !== undefined) await mayFail(startKeeper(pipe, port), "whoever drives a Firefox without a keeper starts one, and says why that fails");
  return pipe;
}
