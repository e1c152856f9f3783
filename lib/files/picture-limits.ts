/**
 * The most pixels that the server decodes of one picture, of all frames of an animation together (SEC-U1). It stands apart
 * from the schemas, so that whatever decodes loads nothing else.
 */
export const picturePixelsMax = 33_000_000;
