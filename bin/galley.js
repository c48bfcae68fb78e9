#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/cli/main.js', import.meta.url)
if (existsSync(main)) {
  await (await import(main.href)).main(process.argv.slice(2))
} else {
  console.error('galley is not built yet: run npm ci first.')
  process.exitCode = 1
}
