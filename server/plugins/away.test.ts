import { describe, expect, it } from "vitest";
import { isDatabaseAway } from "#server/db/database.ts";
import { isRedisAway } from "#server/infra/redis.ts";

const coded = (code: string, message = "x") => Object.assign(new Error(message), { code });

describe("an error means that the database is away, not that the query is wrong:", () => {
  it.each([
    ["refused", coded("ECONNREFUSED"), true],
    ["name not resolved for now", coded("EAI_AGAIN"), true],
    ["shut down by the operator", coded("57P01"), true],
    ["starting up", coded("57P03"), true],
    ["out of connections", coded("53300"), true],
    ["disk full", coded("53100"), true],
    ["disk failing", coded("58030"), true],
    ["a standby", coded("25006"), true],
    ["statement timeout", coded("57014"), true],
    ["pool timeout", new Error("timeout exceeded when trying to connect"), true],
    ["cut off", new Error("Connection terminated unexpectedly"), true],
    ["unique constraint", coded("23505"), false],
    ["syntax error", coded("42601"), false],
    ["not text", coded("22021"), false],
    ["any other", new Error("x"), false],
    ["no error", "ECONNREFUSED", false],
  ])("%s", (_title, error, expected) => {
    expect(isDatabaseAway(error)).toBe(expected);
  });
});

describe("an error means that Redis is away, not that the command is wrong:", () => {
  it.each([
    ["not connected", "Stream isn't writeable and enableOfflineQueue options is false", true],
    ["cut off", "Connection is closed.", true],
    ["loading its data", "LOADING Redis is loading the dataset in memory", true],
    ["a replica", "READONLY You can't write against a read only replica.", true],
    ["full", "OOM command not allowed when used memory > 'maxmemory'.", true],
    ["unable to save", "MISCONF Redis is configured to save RDB snapshots, but", true],
    ["a replica without its master", "MASTERDOWN Link with MASTER is down", true],
    ["a wrong command", "ERR wrong number of arguments for 'get' command", false],
  ])("%s", (_title, message, expected) => {
    expect(isRedisAway(new Error(message))).toBe(expected);
  });
});
