/** Downloading and uploading files in the browser. */
import { Refused } from "../../lib/api";

export function save(text: string, name: string, type = "text/plain"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const reasonOf = (error: unknown): string => (error instanceof Refused ? error.refusal.reason : String(error));
