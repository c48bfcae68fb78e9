/** The introduction of the OpenAPI document and the descriptions of its tags, in CommonMark. */

export const INTRODUCTION = `Static websites in git, over HTTP: sites, collections, documents, pages and files; every change is a commit by its user.

* **Credentials** are HTTP Basic: the API key as the user name, the API secret as the password. \`POST /v2/auth\` returns the pair for an e-mail address and a password. A program that needs less gets a token (\`POST /v2/users/me/tokens\`) and sends \`Authorization: Bearer …\`; each operation names the scopes that a token needs for it.
* **Errors** are JSON, \`{error, message, details, request_id}\`: a code for programs, a sentence for people, the fields that are wrong, an id to find in the log.
* **A PUT changes only the fields that it contains.** Unknown and read-only fields are ignored, so an object can be sent back whole. If one looks misspelt (\`tilte\`), the header \`Warning\` says what was probably meant.
* **Lists** are paginated: \`page\`, \`per_page\`, \`Link\`, \`X-Total-Count\`; or read from row to row with \`after\`, so that nothing is missed or repeated while others write.
* **Compression**: \`Accept-Encoding\` \`br\` or \`gzip\`, for all answers but those whose \`ETag\` names a version.
* **Compatibility**: within \`/v2\`, changes only add: operations, optional parameters and fields of requests, fields of answers, values of a \`status\`, \`kind\` or \`error\`, kinds of events, links and headers. Nothing is removed, renamed or given another meaning, and no optional field becomes required. So ignore what you don't know. Schemas of answers with \`additionalProperties: false\` name all fields that this version answers; a later version may have more, so don't refuse those. Requests are open everywhere.
* **Flags** in a query or form are \`true\`, \`1\` or no value, and \`false\` or \`0\`.
* **Versions**: an \`ETag\` identifies one. \`If-Match\` changes only that version (else 412); a \`sha\` in the body merges with changes made in between (409 if they clash).
* Every GET also supports HEAD; other methods on an existing path are 405 with \`Allow\`.`

/** By the tag of a route. */
export const TAGS: Readonly<Record<string, string>> = {
  Authentication: 'Get a key pair for an e-mail address and a password.',
  Sessions: 'Browser sessions with a cookie.',
  Tokens: 'Credentials of programs, with less power than their user has.',
  Users: 'Accounts: your own, the users of a site, and, for server administrators, all users.',
  Invitations: 'Links by which people become users, and get a role on a site.',
  Sites: 'A site is a repository with its settings: title, domain, time zone, hosting.',
  Roles: 'Who may do what on a site: admin, publisher or writer.',
  Collections: 'Folders of documents and static files, such as `posts`.',
  Documents: 'Files with front matter in collections.',
  Pages: 'Files with front matter outside collections.',
  Data: 'Data files as lists, mappings and tables. For admins, and publishers where an admin allows it.',
  Source: 'All files of a site, as a file system. For admins.',
  'Change sets':
    'Changes on a branch of their own, looked at as a whole before they land on `main` as one commit. What takes the parameter `change_set` reads and writes the site as that set has it.',
  Git: 'Clone, fetch and push with git clients.',
  Jobs: 'Work that takes longer: publishing, previews, syncing, imports.',
  Unsaved: 'Texts that you have not saved, to go on elsewhere.',
  Shares: 'Links that show a preview without an account, and end.',
  History: 'Commits of a whole site, and deleted documents and pages.',
  Audit: 'Who did what, on what, when, and what came of it. Rows are chained by hash.',
  Webhooks: 'Signed requests to other programs when something happens on a site.',
  Notifications: 'What you are told of that happened while you were not there.',
  Media: 'Images and other files, inside and outside collections.',
  Events: 'A stream of what happens on a site.',
  Assistants: 'The Model Context Protocol: tools for assistants, within the scopes of a token.',
  System: 'Health, metrics and this document.',
}
