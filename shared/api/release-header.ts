/** Names the web build that an answer of ours belongs to: a page that cannot read one learns that it is an older one. */
export const releaseHeader = 'x-release'
