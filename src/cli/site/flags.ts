/** What the commands of `galley site` are given. */

/** Options of all of these, as they are typed. */
export interface SiteFlags {
  readonly title?: string
  readonly domain?: string
  readonly timezone?: string
  readonly empty?: true
  readonly trash?: true
  readonly as?: string
  readonly json?: true
}
