export interface CaptchaTables {
  /** Captchas that nobody has answered yet, some of them expired. */
  captchas: {
    key: string;
    /** For a picture its letters, for a proof of work what checks the solution. */
    answer: string;
    expires_at: Date;
  };
}
