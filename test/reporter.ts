import { config } from 'chai'
import Mocha from 'mocha'
import { formatDifference, shorten } from './difference.js'

// As delivered, an object of more than 40 characters is `{ …(4) }` in what is said of it.
config.truncateThreshold = 2000

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
  }
}
