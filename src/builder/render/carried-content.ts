/**
 * What a page finds as `content` before it is placed in its layouts: what the last layout of a page before it was given, for
 * Jekyll renders all pages with one payload.
 */

// jekyll/renderer.rb (render_layout), jekyll/site.rb (render)

import type { ReadLog } from '../facts/read-log.js'

/** One a build. */
export class CarriedContent {
  #content: string | undefined
  #isForgotten = false
  /** Whether a template has read it. */
  isRead = false
  /** Whether it was read where the page that left it had not been rendered in this build. */
  isMissed = false

  /** @param log who is told that it was read */
  constructor(private readonly log: () => ReadLog | null) {}

  /** A layout is given this. */
  leave(content: string): void {
    this.#content = content
    this.#isForgotten = false
  }

  /** A page is left as an earlier build has made it. */
  forget(): void {
    this.#isForgotten = true
  }

  /** The content, undefined where no page before has a layout. */
  read(): string | undefined {
    this.isRead = true
    this.isMissed ||= this.#isForgotten
    this.log()?.carried()
    return this.#content
  }

  /** What {@link restore} takes, to begin again from here. */
  save(): string | undefined {
    return this.#content
  }

  restore(content: string | undefined): void {
    this.#content = content
  }
}
