/** A process that starts a program which never ends, and says the ids of what it has started. */

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { createProcessLauncher } from '../../src/git/program/process-launcher.js'
import { limitedProgram } from '../../src/system/limited-program.js'

// Nothing else keeps it from ending.
setInterval(() => undefined, 60_000)

const [kind = '', gitDir = '', socket = ''] = process.argv.slice(2)

if (kind === 'tied') {
  const { file, args } = limitedProgram({ file: 'sleep', args: ['1000'] }, {})
  process.stdout.write(`${spawn(file, args, { stdio: 'ignore' }).pid}\n`)
} else {
  const starter = createProcessLauncher(socket)
  await starter.ready()
  const words = '!sleep 1000 & echo $!; wait'
  const config = [`alias.words=${words}`]
  const program = await starter.start({ gitDir, args: ['words'], config })
  program.output.once('data', (chunk: Buffer) => process.stdout.write(chunk))
  await text(program.output)
}
