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
  #leaves = 0
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
    this.#leaves += 1
  }

  /** How often something was left. */
  get leaves(): number {
    return this.#leaves
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

  /** Is as at the beginning of a build. */
  reset(): void {
    this.#content = undefined
    this.#isForgotten = false
    this.isRead = false
    this.isMissed = false
  }

  /** What {@link restore} takes, to begin again from here. */
  save(): string | undefined {
    return this.#content
  }

  restore(content: string | undefined): void {
    this.#content = content
  }
}
