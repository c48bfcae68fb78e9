import { config } from 'chai'
import Mocha from 'mocha'
import { formatDifference, shorten } from './difference.js'

// As delivered, an object of more than 40 characters is `{ …(4) }` in what is said of it.
config.truncateThreshold = 2000

/** How long after the last test something may still be at its end. */
const GRACE_MS = 300_000

/**
 * Mocha runs without `exit`: a socket or a timer that a test or the product has forgotten holds the
 * process open. This names what it is, and fails.
 */
function endLate(): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    process.stdout.write(`FAILED the end of the run: still open are ${open}\n`)
    // Mocha sets the code of its own once more, on its way out.
    process.once('exit', () => {
      process.exitCode = 1
    })
    process.exit()
  }, GRACE_MS).unref()
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
    super(runner, options)
    runner.once('end', endLate)
  }
}
