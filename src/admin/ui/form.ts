/** What a form does when it is sent: it waits, shows what was wrong, and tells when it is done. */

import { useCallback, useState, type FormEvent } from 'react'
import { ApiError } from '../api/client.js'
import { problemText } from '../text/text.js'

interface Sending {
  readonly isBusy: boolean
  readonly error: unknown
  /** What was wrong with a field. */
  readonly errorOf: (field: string) => string | undefined
  /** For `onSubmit`. */
  readonly onSubmit: (event: FormEvent) => void
  readonly send: () => Promise<void>
}

/** @param action what sending does; what it throws is shown */
export function useSending(action: () => Promise<void>): Sending {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = useCallback(async () => {
    setBusy(true)
    setError(null)
    try {
      await action()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }, [action])
  return {
    isBusy,
    error,
    errorOf: (field) => problemOf(error, field),
    onSubmit: (event) => {
      event.preventDefault()
      if (!isBusy) void send()
    },
    send,
  }
}

/** What an answer says to be wrong with a field, if anything. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return problemText(error, field)
}
