/** What goes wrong in a plugin of a site. */

import type { PluginFile } from './plugin-files.js'

/** A sentence with the plugin's file and line, as far as they are known. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
  constructor(
    readonly reason: string,
    readonly path: string | null,
    readonly line: number | null = null,
  ) {
    super(path === null ? reason : `${reason} (${line === null ? path : `${path}, line ${line}`})`)
  }
}

/** An error as it is described in the isolate. */
export interface Described {
  readonly text: string
  readonly stack: string
}

const MAX_CHARACTERS = 500
const MAX_STACK_CHARACTERS = 4000

/** The error with the first line of its stack that is a plugin's, or else its file. */
export function describedError(
  { text, stack }: Described,
  files: readonly PluginFile[],
  file: string | null,
): PluginError {
  const reason =
    text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text || 'Error'
  for (const frame of stack.slice(0, MAX_STACK_CHARACTERS).split('\n')) {
    const found = /(?:at |\()([^()]+):(\d+):\d+\)?$/.exec(frame)
    const path = found?.[1]
    if (files.some((one) => one.path === path)) {
      return new PluginError(reason, path ?? null, Number(found?.[2]))
    }
  }
  return new PluginError(reason, file)
}
