/** Files that go out of and come into the browser. */
import { refusal, Refused } from "../../lib/api";

export function save(text: string, name: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** An answer that is text, not JSON. */
export async function text(path: string, body?: unknown): Promise<string> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`/api${path}`, { credentials: "same-origin", ...init });
  if (!answer.ok) throw await refusal(answer);
  return answer.text();
}

export const reasonOf = (error: unknown): string => (error instanceof Refused ? error.refusal.reason : String(error));
