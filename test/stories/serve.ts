/** `galley` from the source, for tests that need it in a process of its own. */

import { main } from '../../src/cli/main.js'

await main(process.argv.slice(2))
