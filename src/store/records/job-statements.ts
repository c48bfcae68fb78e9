/** The SQL of `jobs.ts`. */

import type { JobDiagnostic, JobEvent, JobKind, JobState } from '../../model/job.js'
import type { Connection } from '../connection.js'

/** A row of the jobs table. */
export interface JobRow {
  readonly id: string
  readonly seq: number
  readonly site_id: string
  readonly kind: JobKind
  readonly state: JobState
  readonly user_id: string | null
  readonly input: string
  readonly message: string
  readonly created_at: number
  readonly started_at: number | null
  readonly finished_at: number | null
  readonly updated_at: number
}

/** The active and the last finished job of one kind on one site. */
interface SlotRow {
  readonly site_id: string
  readonly kind: JobKind
  readonly active_id: string | null
  readonly last_id: string | null
  readonly last_at: number | null
  readonly last_state: JobState | null
  readonly last_message: string | null
}

/** Every statement on jobs and their events. */
export function prepareJobStatements(db: Connection) {
  return { ...prepareJobQueries(db), ...prepareJobWrites(db) }
}

function prepareJobQueries(db: Connection) {
  return {
    byId: db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?'),
    eventsAfter: db.prepare<[string, number], JobEvent>(
      `SELECT job_id AS jobId, seq, state, message, at FROM job_events
       WHERE job_id = ? AND seq > ? ORDER BY seq`,
    ),
    unfinishedOf: db.prepare<
      [{ readonly siteId: string; readonly kind: string; readonly state: string }],
      JobRow
    >(
      `SELECT * FROM jobs WHERE site_id = @siteId AND kind = @kind AND state = @state
         AND state IN ('queued', 'running') ORDER BY seq LIMIT 1`,
    ),
    unfinished: db.prepare<[], JobRow>(
      `SELECT * FROM jobs WHERE state IN ('queued', 'running') ORDER BY seq`,
    ),
    unfinishedOfSite: db.prepare<[string], JobRow>(
      `SELECT * FROM jobs WHERE site_id = ? AND state IN ('queued', 'running') ORDER BY seq`,
    ),
    pageOfSite: db.prepare<[string, number, number], JobRow>(
      'SELECT * FROM jobs WHERE site_id = ? ORDER BY seq DESC LIMIT ? OFFSET ?',
    ),
    countOfSite: db
      .prepare<[string], number>('SELECT count(*) FROM jobs WHERE site_id = ?')
      .pluck(),
    countOfSiteFrom: db
      .prepare<[string, number], number>('SELECT count(*) FROM jobs WHERE site_id = ? AND seq >= ?')
      .pluck(),
    diagnosticsOf: db.prepare<[string], JobDiagnostic>(
      `SELECT d.value ->> 'severity' AS severity, d.value ->> 'path' AS path, d.value ->> 'line' AS line,
         d.value ->> 'column' AS "column", d.value ->> 'textLine' AS textLine, d.value ->> 'message' AS message
       FROM jobs j, json_each(j.diagnostics) d WHERE j.id = ?`,
    ),
    slots: db.prepare<[string, string], SlotRow>(
      `SELECT pair.site_id, pair.kind, pair.active_id, j.id AS last_id, j.finished_at AS last_at,
         j.state AS last_state, j.message AS last_message
       FROM (
         SELECT s.value AS site_id, k.value AS kind,
           (SELECT id FROM jobs WHERE site_id = s.value AND kind = k.value
              AND state IN ('queued', 'running') ORDER BY state = 'queued', seq LIMIT 1) AS active_id,
           (SELECT max(seq) FROM jobs WHERE site_id = s.value AND kind = k.value
              AND state NOT IN ('queued', 'running')) AS last_seq
         FROM json_each(?) s, json_each(?) k
       ) pair LEFT JOIN jobs j ON j.seq = pair.last_seq
       WHERE pair.active_id IS NOT NULL OR j.id IS NOT NULL`,
    ),
  }
}

function prepareJobWrites(db: Connection) {
  return {
    insert: db.prepare(
      `INSERT INTO jobs (id, site_id, kind, state, user_id, input, message, last_event, created_at,
         started_at, finished_at, updated_at)
       VALUES (@id, @siteId, @kind, @state, @userId, @input, @message, 0, @createdAt, @startedAt,
         @finishedAt, @updatedAt)`,
    ),
    advance: db
      .prepare<
        [
          {
            readonly jobId: string
            readonly state: JobState
            readonly message: string
            readonly at: number
            readonly isFinal: 0 | 1
          },
        ],
        number
      >(
        `UPDATE jobs SET state = @state, message = @message, updated_at = @at,
           last_event = last_event + 1,
           started_at = CASE WHEN @state = 'running' THEN coalesce(started_at, @at) ELSE started_at END,
           finished_at = CASE WHEN @isFinal THEN @at ELSE finished_at END,
           input = CASE WHEN @isFinal THEN '{}' ELSE input END
         WHERE id = @jobId RETURNING last_event`,
      )
      .pluck(),
    insertEvent: db.prepare(
      'INSERT INTO job_events (job_id, seq, state, message, at) VALUES (@jobId, @seq, @state, @message, @at)',
    ),
    keepDiagnostics: db.prepare('UPDATE jobs SET diagnostics = ? WHERE id = ?'),
    deleteEvents: db.prepare(
      `DELETE FROM job_events WHERE job_id IN (
         SELECT id FROM jobs WHERE state NOT IN ('queued', 'running') AND updated_at < ?)`,
    ),
    deleteJobs: db.prepare(
      `DELETE FROM jobs WHERE state NOT IN ('queued', 'running') AND updated_at < ? AND (EXISTS (
         SELECT 1 FROM jobs later WHERE later.site_id = jobs.site_id AND later.kind = jobs.kind
           AND later.state NOT IN ('queued', 'running') AND later.seq > jobs.seq)
         OR NOT EXISTS (SELECT 1 FROM sites WHERE sites.id = jobs.site_id))`,
    ),
  }
}
