import type { Outgoing } from '../../src/deploy/network/outgoing.js'
import type { SessionOptions } from '../../src/deploy/files/store-session.js'

/** Outgoing connections as an operator allows them who runs targets on this very machine. */
export const localOutgoing: Outgoing = { rules: { allow: ['127.0.0.0/8'] }, timeout: 60_000 }

/** Patience for servers that answer at once. */
export function session(secret: string, attempts = 4): SessionOptions {
  return { retries: { attempts, delay: 20 }, secrets: [secret], target: '127.0.0.1' }
}

/** Tries again, but so late that a test which expects no second try would not end. */
export function lateSession(secret: string): SessionOptions {
  return { ...session(secret), retries: lateRetries }
}

export const lateRetries = { attempts: 100, delay: 3_600_000 }
