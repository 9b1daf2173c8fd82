/** What pages may do with the media bucket by script: read an object, and post one by a presigned form. */
export const mediaCors = { methods: ['GET', 'POST'], maxAgeSeconds: 3600 } as const
