/** The options of the `galley site` commands. */

/** The options of all these commands, as commander parses them. */
export interface SiteFlags {
  readonly title?: string
  readonly domain?: string
  readonly timezone?: string
  readonly empty?: true
  readonly trash?: true
  readonly as?: string
  readonly force?: true
  readonly seconds?: string
  readonly movedTo?: string
  readonly end?: true
  readonly json?: true
}
