export interface CaptchaTables {
  /** Captchas that have not been answered yet, some of them expired. */
  captchas: {
    key: string;
    /** The letters of a picture, or what checks the solution of a proof of work. */
    answer: string;
    expires_at: Date;
  };
}
