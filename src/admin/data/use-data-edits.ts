/** The state of a data file in its form: the value with unsaved edits, which are kept in the browser too. */

import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { keys, refreshContent } from '../api/queries.js'
import { isHash } from '../fields/metadata.js'
import type { SourceDraftStore } from '../editor/drafts/source-draft.js'
import { t } from '../text/text.js'
import { showToast } from '../ui/toast.js'
import { conflictOf, dataKey, saveEdits, type DataConflict } from './data-api.js'
import { withEdit, withNext, type DataEdit, type DataFile } from './data-value.js'

/** What is kept of unsaved edits: they are about this value. */
interface KeptEdits {
  readonly value: unknown
  readonly edits: readonly DataEdit[]
}

interface State extends KeptEdits {
  /** The version of `value`. */
  readonly sha: string
  /** Changes when the form must be made again: it shows something else than was typed. */
  readonly round: number
}

/** The state, which is kept in the browser with each change. */
function useKeptState(file: DataFile, kept: SourceDraftStore) {
  const [state, setState] = useState<State>(() => firstState(file, kept))
  const latest = useRef(state)
  const become = (next: State) => {
    latest.current = next
    setState(next)
    const { value, edits, sha } = next
    if (edits.length === 0) kept.drop()
    else kept.keep(JSON.stringify({ value, edits } satisfies KeptEdits), sha)
  }
  return { state, latest, become }
}

export function useDataEdits(siteId: string, file: DataFile, kept: SourceDraftStore) {
  const { state, latest, become } = useKeptState(file, kept)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [conflict, setConflict] = useState<DataConflict | null>(null)
  const cache = useQueryClient()
  // What is typed while a save is under way is another edit, also in the same field.
  const sending = useRef(0)
  const change = (edit: DataEdit) => {
    const { edits } = latest.current
    const isFree = edits.length > sending.current
    become({ ...latest.current, edits: isFree ? withNext(edits, edit) : [...edits, edit] })
  }
  const take = (saved: DataFile, count: number) => {
    const { edits, value, round } = latest.current
    const left = edits.slice(count)
    const isAsTyped =
      JSON.stringify(edits.reduce(withEdit, value)) ===
      JSON.stringify(left.reduce(withEdit, saved.value))
    sending.current -= count
    cache.setQueryData(dataKey(siteId, file.name), saved)
    const { value: now, sha } = saved
    become({ value: now, edits: left, sha, round: isAsTyped ? round : round + 1 })
  }
  const save = async (): Promise<boolean> => {
    const { edits, sha } = latest.current
    if (edits.length === 0 || isBusy) return edits.length === 0
    setBusy(true)
    setError(null)
    try {
      sending.current = edits.length
      await saveEdits({ siteId, name: file.name, sha }, edits, take)
      showToast('good', t('saved'))
      await refreshContent(cache, siteId)
      await cache.invalidateQueries({ queryKey: keys.dataFiles(siteId), exact: true })
      return true
    } catch (problem) {
      const found = conflictOf(problem)
      setConflict(found)
      setError(found ? null : problem)
      return false
    } finally {
      sending.current = 0
      setBusy(false)
    }
  }
  return {
    value: state.edits.reduce(withEdit, state.value),
    round: state.round,
    isDirty: state.edits.length > 0,
    isBusy,
    error,
    conflict,
    change,
    save,
    closeConflict: () => setConflict(null),
  }
}

function firstState(file: DataFile, kept: SourceDraftStore): State {
  const draft = kept.latest()
  const read: unknown = draft && JSON.parse(draft.text)
  if (draft && isHash(read) && Array.isArray(read['edits']))
    return { value: read['value'], edits: read['edits'], sha: draft.sha, round: 0 }
  return { value: file.value, edits: [], sha: file.sha, round: 0 }
}
