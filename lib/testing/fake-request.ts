/** An XMLHttpRequest for tests, which sends nothing: the test decides its outcome. */
import { vi } from "vitest";

export class FakeRequest extends EventTarget {
  static readonly all: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  readonly statusText = "";
  method = "";
  path = "";
  status = 0;
  responseText = "";
  aborted = false;

  static install(): void {
    FakeRequest.all.length = 0;
    vi.stubGlobal("XMLHttpRequest", FakeRequest);
  }

  static get last(): FakeRequest {
    const request = FakeRequest.all.at(-1);
    if (!request) throw new Error("nothing was sent");
    return request;
  }

  constructor() {
    super();
    FakeRequest.all.push(this);
  }

  open(method: string, path: string): void {
    Object.assign(this, { method, path });
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  send(): void {}

  getResponseHeader(): string | null {
    return null;
  }

  abort(): void {
    this.aborted = true;
  }

  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(new ProgressEvent("progress", { loaded, total }));
  }

  answer(status: number, body: object): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new ProgressEvent("load"));
  }

  fail(): void {
    this.dispatchEvent(new ProgressEvent("error"));
  }
}
