import { config } from 'chai'
import Mocha from 'mocha'
import { countCosts } from './costs.js'
import { formatDifference, shorten } from './difference.js'

// As delivered, an object of more than 40 characters is `{ …(4) }` in what is said of it.
config.truncateThreshold = 2000

/** How long what the tests started may take to end behind the last of them, in milliseconds. */
const GRACE = 120_000

/**
 * Ends the process after its last test. If something still holds it open after a while (a server, a socket or a
 * child that nobody closed), the run fails and the log says what it is.
 */
function endProcess(): void {
  // Nothing is left. Node's own way out frees its environment, and was seen to turn in circles there for ever
  // (Node 20: `CleanupHandles`); an exit does not go there.
  process.once('beforeExit', () => process.exit())
  const timer = setTimeout(() => {
    const held = process.getActiveResourcesInfo().toSorted().join(', ')
    process.stdout.write(`FAILED the tests are through, and this keeps the process open: ${held}\n`)
    // Mocha sets the code to the count of failures on its way out, and this comes after it.
    process.on('exit', () => (process.exitCode = 1))
    process.exit()
  }, GRACE)
  timer.unref()
}

/**
 * The usual list of tests, and what is wrong with one at once: a run that is ended from outside takes
 * Mocha's own summary with it.
 */
// oxlint-disable-next-line import/no-default-export -- Mocha takes the default export.
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    // Before Mocha's own, which makes texts of the values.
    runner.on('fail', (test, error: Error | undefined) => {
      const said = error?.stack ?? String(error)
      // The values stand first, for whoever sees the beginning alone.
      const lines = `${formatDifference(error)}${shorten(said, 6000)}`
      process.stdout.write(`FAILED ${test.fullTitle()}\n${lines}\n`)
    })
    runner.once('end', endProcess)
    countCosts(runner)
    super(runner, options)
  }
}
