/** Next answers the address of the file. */
declare module "*.woff2" {
  const address: string;
  // eslint-disable-next-line import/no-default-export -- as bundlers have it
  export default address;
}
