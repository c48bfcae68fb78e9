/**
 * What the documents and files of a collection know of it. `Collection` implements it; it stands above them,
 * as it lists them.
 */

/** A collection without what is in it. */
export interface CollectionFacts {
  readonly label: string
  /** The template of its URLs. */
  readonly urlTemplate: string
  /** Folder from the source's root, `collections_dir` included. */
  readonly folder: string
  /** `_label`, as paths of its documents begin. */
  readonly relativeFolder: string
  /** Whether the configuration wants its documents and files in the output. */
  readonly isWritten: boolean
}
