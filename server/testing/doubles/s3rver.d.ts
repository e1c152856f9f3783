/** The part that tests use; the package comes without types. */
declare module "s3rver" {
  // eslint-disable-next-line import/no-default-export -- as it is
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    httpServer: import("node:http").Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
