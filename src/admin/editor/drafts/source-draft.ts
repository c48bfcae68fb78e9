/** The draft of a source file, kept in the browser like those of documents. */

import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, type StoredDraft } from './drafts.js'
import { takeSlot, type DraftSlot } from './slot.js'

export interface SourceDraft extends StoredDraft {
  readonly text: string
  /** The version that the edit began with. */
  readonly sha: string
}

interface SourceFile {
  readonly siteId: string
  readonly name: string
}

export interface SourceDraftStore {
  /** False while the stored draft is loading. */
  readonly isReady: boolean
  /** The draft that a new editor instance must show, including what was typed in an earlier instance. */
  readonly latest: () => SourceDraft | null
  readonly keep: (text: string, sha: string) => void
  /** Deletes a draft without changes. */
  readonly drop: () => void
  /** Deletes the draft after a save, or keeps what was typed meanwhile, as a change of the saved version. */
  readonly saved: (text: string, sha: string) => void
  /** Deletes the draft and shows the server's version. */
  readonly discard: () => void
  /** Changes when the editor must be created again. */
  readonly round: number
  /** False if the browser offers no storage. */
  readonly isKept: boolean
}

export function useSourceDraft({ siteId, name }: SourceFile): SourceDraftStore {
  const key = `source:${siteId}:${name}`
  const slot = useRef<DraftSlot | null>(null)
  const [ready, setReady] = useState('')
  const latest = useRef<SourceDraft | null>(null)
  const [round, setRound] = useState(0)
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    let isOver = false
    const taking = takeSlot<SourceDraft>(key)
    void taking.then((taken) => {
      if (isOver) return
      slot.current = taken.slot
      latest.current = taken.draft
      setReady(key)
    })
    return () => {
      isOver = true
      void taking.then((taken) => taken.slot.release())
    }
  }, [key])
  const drop = () => {
    latest.current = null
    if (slot.current) void dropDraft(slot.current.key)
  }
  const keep = (text: string, sha: string) => {
    // There is one: nothing is typed before it is ready.
    if (!slot.current) return
    latest.current = { key: slot.current.key, text, sha, at: Date.now() }
    void keepDraft(latest.current).then((isStored) => isStored || setKept(false))
  }
  return {
    isReady: ready === key,
    latest: () => latest.current,
    round,
    isKept,
    drop,
    keep,
    saved: (text, sha) => {
      const now = latest.current
      if (now === null || now.text === text) drop()
      else keep(now.text, sha)
    },
    discard: () => {
      drop()
      setRound(round + 1)
    },
  }
}
