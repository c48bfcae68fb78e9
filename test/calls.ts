/** How often functions run in this thread: counted by V8, since a clock says nothing on a busy machine. */

import { Session } from 'node:inspector/promises'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
}

/**
 * Counts calls while `work` runs.
 *
 * @param folder part of the URL of the files whose functions count
 * @returns the calls of the function of a name; undefined for one that has not run since it was loaded
 */
export async function callsOf(
  folder: string,
  work: () => unknown,
): Promise<(name: string) => number | undefined> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    // The loader makes a short function of the same name for the export, which is not meant.
    const lengthOf = ({ startOffset, endOffset }: Range) => endOffset - startOffset
    return (name) =>
      result
        .filter(({ url }) => url.includes(folder))
        .flatMap(({ functions }) => functions)
        .filter(({ functionName }) => functionName === name)
        .flatMap(({ ranges }) => ranges.slice(0, 1))
        .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]?.count
  } finally {
    session.disconnect()
  }
}

/** How often js-yaml reads a text in this thread while `work` runs. */
export async function yamlReadsOf(work: () => unknown): Promise<number> {
  const calls = await callsOf('js-yaml', work)
  return calls('parseEvents') ?? 0
}
