/**
 * What is there after a repair. A process of a server may carry out what it was told on a connection
 * that was cut, however late: after the repair has looked, too. What comes so has a name of its own,
 * that of a file on its way, and goes at the next comparison.
 */
import { expect } from 'chai'
import { TEMPORARY_PREFIX } from '../../src/deploy/files/remote-name.js'

type Contents = ReadonlyMap<string, string>

/** What visitors are shown: without what is on its way. */
function visibleOf(contents: Contents): Record<string, string> {
  return Object.fromEntries([...contents].filter(([path]) => !path.startsWith(TEMPORARY_PREFIX)))
}

interface Repaired {
  readonly contents: () => Promise<Contents>
  readonly expected: Readonly<Record<string, string>>
  /** Deploys what is expected once more, comparing with what is there. */
  readonly compare: () => Promise<unknown>
  readonly message?: string
}

/** Far more than the connections that a deployment has, each of which may leave a file. */
const MAX_COMPARISONS = 20

/** Expects nothing but these files, at once, and no other once what came late is cleared. */
export async function expectRepaired(repaired: Repaired): Promise<void> {
  const { expected, message } = repaired
  let found = await repaired.contents()
  for (let round = 0; round < MAX_COMPARISONS; round += 1) {
    expect(visibleOf(found), message).to.deep.equal(expected)
    if (found.size === Object.keys(expected).length) return
    await repaired.compare()
    found = await repaired.contents()
  }
  expect(Object.fromEntries(found), message).to.deep.equal(expected)
}
