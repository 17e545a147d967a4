/** HTTP calls for one table, named by the last part of their path. */
import { request, type AnswerOf, type BodyOf, type PathOf } from "./api";

export type Call = PathOf<"post"> extends infer P ? (P extends `/tables/{table_id}/${infer W}` ? W : never) : never;
type CallPath<W extends Call> = `/tables/{table_id}/${W}`;
/** What a call is told; the seat is added by the table. */
export type Told<W extends Call> = Omit<BodyOf<"post", CallPath<W>>, "seat">;
export type Answered<W extends Call> = AnswerOf<"post", CallPath<W>> & object;

export async function callTable<W extends Call>(id: string, what: W, body: object): Promise<Answered<W>> {
  return (await request("post", `/tables/{table_id}/${what}`, { path: { table_id: id }, body })) as Answered<W>;
}
