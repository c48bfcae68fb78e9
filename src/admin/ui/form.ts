/** The submit state of forms: busy, errors, completion. */

import { useCallback, useState, type FormEvent } from 'react'
import { ApiError } from '../api/client.js'
import { messageOf, problemText } from '../text/text.js'
import { showToast } from './toast.js'

interface Sending {
  readonly isBusy: boolean
  readonly error: unknown
  /** The error for a field. */
  readonly errorOf: (field: string) => string | undefined
  /** Handler for the form's `onSubmit`. */
  readonly onSubmit: (event: FormEvent) => void
  readonly send: () => Promise<void>
}

/**
 * Submits a form.
 *
 * @param action does the work; its error is shown
 * @param isReady false while the button is disabled: then Enter in a field does nothing either
 */
export function useSending(action: () => Promise<void>, isReady = true): Sending {
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
      if (isReady && !isBusy) void send()
    },
    send,
  }
}

/** Like `useSending`, for what a button does outside of a form: its error is shown for a while. */
export function useAction(action: () => Promise<void>): Pick<Sending, 'isBusy' | 'send'> {
  return useSending(async () => {
    try {
      await action()
    } catch (error) {
      showToast('bad', messageOf(error))
    }
  })
}

/** The error for a field in the API's answer; undefined if there is none. */
export function problemOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return problemText(error, field)
}
