/** The source of a file that is not saved yet, kept in the browser as texts are. */

import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft, type StoredDraft } from './drafts.js'

export interface SourceDraft extends StoredDraft {
  readonly text: string
  /** The version that one began with. */
  readonly sha: string
}

interface SourceFile {
  readonly siteId: string
  readonly name: string
}

export interface SourceDraftStore {
  /** False while the browser is asked. */
  readonly isReady: boolean
  /** What an editor that begins has to show: also of one that begins again while somebody types. */
  readonly latest: () => SourceDraft | null
  readonly keep: (text: string, sha: string) => void
  /** Forgets what was saved. */
  readonly drop: () => void
  /** Forgets it, and shows what is on the server. */
  readonly discard: () => void
  /** Changes when the editor has to begin again. */
  readonly round: number
  /** False when the browser keeps nothing. */
  readonly isKept: boolean
}

export function useSourceDraft({ siteId, name }: SourceFile): SourceDraftStore {
  const key = `source:${siteId}:${name}`
  const [ready, setReady] = useState('')
  const latest = useRef<SourceDraft | null>(null)
  const [round, setRound] = useState(0)
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    let isOver = false
    const take = (draft: SourceDraft | null) => {
      if (isOver) return
      latest.current = draft
      setReady(key)
    }
    readDraft<SourceDraft>(key).then(take, () => take(null))
    return () => {
      isOver = true
    }
  }, [key])
  const drop = () => {
    latest.current = null
    void dropDraft(key).catch(() => undefined)
  }
  return {
    isReady: ready === key,
    latest: () => latest.current,
    round,
    isKept,
    drop,
    keep: (text, sha) => {
      latest.current = { key, text, sha, at: Date.now() }
      keepDraft(latest.current).catch(() => setKept(false))
    },
    discard: () => {
      drop()
      setRound(round + 1)
    },
  }
}
