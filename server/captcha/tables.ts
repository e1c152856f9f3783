export interface CaptchaTables {
  /** Captchas that nobody has answered yet, some of them expired. */
  captchas: {
    key: string;
    /** Of a picture its letters, of a work what checks the solution. */
    answer: string;
    expires_at: Date;
  };
}
