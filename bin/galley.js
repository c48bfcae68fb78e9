#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { isatty } from 'node:tty'

// Until src/cli/serve.ts takes it over, a reload would end a server that starts.
if (process.argv[2] === 'serve' && !isatty(0)) process.on('SIGHUP', () => {})

const main = new URL('../dist/cli/main.js', import.meta.url)
if (existsSync(main)) {
  await (await import(main.href)).main(process.argv.slice(2))
} else {
  console.error('galley is not built yet: run npm ci first.')
  process.exitCode = 1
}
