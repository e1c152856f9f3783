import { describe, expect, it } from "vitest";
import { type Period, unsavedId, withPeriodChanges } from "#lib/periods/periods.ts";

const school: Period = { id: 1, start: 2003, end: 2014 };
const university: Period = { id: 2, start: 2014, end: 2018 };
const list = [university, school];
const idsAfter = (...changes: Parameters<typeof withPeriodChanges<Period>>[1]) =>
  withPeriodChanges(list, changes).map(({ id }) => id);

describe("a list with changes that the server has not answered", () => {
  it("has a new period at its place: current ones first, then the latest", () => {
    expect(idsAfter({ saved: { id: unsavedId, start: 2000, end: null } })).toEqual([0, 2, 1]);
    expect(idsAfter({ saved: { id: unsavedId, start: 2012, end: 2016 } })).toEqual([2, 0, 1]);
    expect(idsAfter({ saved: { id: unsavedId, start: 2014, end: 2018 } })).toEqual([0, 2, 1]);
  });

  it("shows a changed period once, in its new state", () => {
    const changed = { ...school, end: null };
    expect(withPeriodChanges(list, [{ saved: changed }])).toEqual([changed, university]);
  });

  it("lacks a deleted period, also while another is being changed", () => {
    expect(idsAfter({ deleted: 2 })).toEqual([1]);
    expect(idsAfter({ deleted: 2 }, { saved: { ...school, start: 2004 } })).toEqual([1]);
  });

  it("stays the same when nothing changes", () => {
    expect(withPeriodChanges(list, [])).toEqual(list);
  });
});
