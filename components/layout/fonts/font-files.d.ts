/** Next replaces the import by the address of the file. */
declare module "*.woff2" {
  const address: string;
  // eslint-disable-next-line import/no-default-export -- bundlers expect a default export
  export default address;
}
