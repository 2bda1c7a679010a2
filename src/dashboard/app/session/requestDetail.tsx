import { useState } from "preact/hooks";
import { ask } from "../link/ask.ts";
import { Facts } from "../parts/facts.tsx";
import { useAsked } from "../parts/useAsked.ts";
import { duration, size } from "../parts/words.ts";

export function RequestDetail({ session, requestId }: { session: string; requestId: string }) {
  const { answer } = useAsked("network_read", { session, requestId });
  const [body, setBody] = useState<string>();
  if (!answer) return <p class="detail quiet-text">Asking for the details…</p>;
  if (!answer.ok) return <p class="detail bad">{answer.message}</p>;
  const request = answer.data.request;
  if (!request) return <p class="detail quiet-text">Nothing more is known of it.</p>;
  const whole = async () => {
    const got = await ask("network_body", { session, requestId });
    setBody(got.ok ? (got.data.base64Encoded ? `${size(got.data.bytes)}, not text` : got.data.body) : got.message);
  };
  const shownBody = body ?? request.body;
  return (
    <div class="detail">
      <Facts
        facts={{
          Address: request.url,
          Status: request.status === undefined ? request.error : `${request.status} ${request.statusText ?? ""}`,
          Type: request.mimeType,
          Protocol: request.protocol,
          Server: request.remoteAddress,
          "Asked for by": request.initiator,
          Size: request.bytes === undefined ? undefined : size(request.bytes),
          Time: request.timing && Object.entries(request.timing).map(([step, ms]) => `${step} ${duration(Number(ms))}`).join(", "),
        }}
      />
      <Headers title="Request headers" headers={request.requestHeaders} />
      <Headers title="Response headers" headers={request.responseHeaders} />
      {request.postData && <Text title="Sent" text={request.postData} />}
      {shownBody !== undefined && <Text title="Answer" text={shownBody} />}
      {body === undefined && (
        <button type="button" onClick={whole}>
          Whole answer
        </button>
      )}
    </div>
  );
}

const Headers = ({ title, headers }: { title: string; headers: Record<string, string> | undefined }) =>
  headers && Object.keys(headers).length > 0 ? (
    <details>
      <summary>
        {title} ({Object.keys(headers).length})
      </summary>
      <Facts facts={headers} mono />
    </details>
  ) : null;

const Text = ({ title, text }: { title: string; text: string }) => (
  <div>
    <h3>{title}</h3>
    <pre tabIndex={0} aria-label={title}>
      {text}
    </pre>
  </div>
);
