import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { environment } from "./command.ts";
import type { Answer, CallObserver, RunningTool } from "./driver.ts";

/** Longer than any tool should need for any page; one that needs more has failed. */
const PATIENCE_MS = 60_000;

export interface McpCommand {
  command: string;
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
}

/** An MCP server as an agent's host runs it: a child process spoken to over stdio. */
export class McpServer {
  readonly #client = new Client({ name: "drover-bench", version: "1.0.0" });
  readonly #transport: StdioClientTransport;
  #observer: CallObserver | undefined;

  private constructor(command: McpCommand) {
    this.#transport = new StdioClientTransport({
      ...command,
      env: environment(command.env),
      stderr: "ignore",
      maxBufferSize: 512 * 1_048_576,
    });
  }

  static async start(command: McpCommand): Promise<McpServer> {
    const server = new McpServer(command);
    await server.#client.connect(server.#transport);
    return server;
  }

  /** What a tool behind an MCP server offers beyond its work. */
  get introspection(): Required<Pick<RunningTool, "tools" | "observe">> {
    return {
      tools: async () => (await this.#client.listTools()).tools,
      observe: (observer) => {
        this.#observer = observer;
      },
    };
  }

  /** Fails when the tool does. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    const { failed, ...answer } = await this.ask(name, args);
    if (failed) throw new Error(`${name} failed: ${answer.text.slice(0, 400)}`);
    return answer;
  }

  /** The answer, also when it is a refusal. */
  async ask(name: string, args: Record<string, unknown> = {}): Promise<Answer & { failed: boolean }> {
    const result = await this.#client.callTool({ name, arguments: args }, { timeout: PATIENCE_MS });
    const answer = answerOf(result);
    this.#observer?.({ name, args, answer });
    return { ...answer, failed: result.isError === true };
  }

  async stop(): Promise<void> {
    await this.#client.close();
  }
}

function answerOf({ content }: CallToolResult): Answer {
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const images = content.flatMap((part) => (part.type === "image" ? [part.data] : []));
  return { text: texts.join("\n"), imageBytes: images.reduce((sum, data) => sum + data.length * 0.75, 0) };
}
