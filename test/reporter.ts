import Mocha from 'mocha'

/**
 * The usual list of tests, and what is wrong with one at once: a run that is ended from outside takes
 * Mocha's own summary with it.
 */
// oxlint-disable-next-line import/no-default-export -- Mocha takes the default export.
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.on('fail', (test, error: Error | undefined) => {
      process.stdout.write(`FAILED ${test.fullTitle()}\n${error?.stack ?? String(error)}\n`)
    })
  }
}
