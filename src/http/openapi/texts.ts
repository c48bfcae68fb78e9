/** What the document says as a whole, and of each group of operations. CommonMark. */

export const INTRODUCTION = `Static websites in git, over HTTP: sites, collections, documents, pages and files; every change is a commit by its user.

* **Credentials** are HTTP Basic: the API key as the user name, the API secret as the password. \`POST /v2/auth\` gives the pair for an e-mail address and a password.
* **Errors** are JSON, \`{error, message, details, request_id}\`: \`error\` is for programs, \`message\` a sentence for people, \`details\` names fields.
* **A PUT changes what it names**; the rest stays. Fields that are unknown or read-only are ignored, so an object can be sent back whole. Where one looks misspelt (\`tilte\`), the answer's \`Warning\` names what was likely meant.
* **Lists** come in pages: \`page\`, \`per_page\`, \`Link\`, \`X-Total-Count\`.
* **Versions**: an \`ETag\` names one; \`If-Match\` changes only that (412), a \`sha\` in the body merges with what came between (409 where that can't be).
* Every GET answers HEAD too; a path that there is answers other methods with 405 and \`Allow\`.`

/** By the tag of a route. */
export const TAGS: Readonly<Record<string, string>> = {
  Authentication: 'From an e-mail address and a password to a key pair.',
  Sessions: 'Sessions of people in browsers, by a cookie.',
  Users: 'Accounts: your own, those of a site, and all of the server for its administrators.',
  Sites: 'A site is a repository with its settings: title, domain, time zone, hosting.',
  Roles: 'Who may do what on a site: admin, publisher or writer.',
  Collections: 'Folders of documents and static files, such as `posts`.',
  Documents: 'Texts with front matter in collections.',
  Pages: 'Texts with front matter outside of collections.',
  Source: 'The files of a site as a file system, for admins.',
  Git: 'Clone, fetch and push, as git clients ask for it.',
  Jobs: 'What takes longer: building, publishing, previews, syncing, imports.',
  History: 'Commits of a whole site, and what was deleted.',
  Media: 'Images and other files over all collections.',
  Events: 'What happens on a site, as it happens.',
  System: 'Health, metrics and this document.',
}
