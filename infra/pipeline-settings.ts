interface PipelineSettings {
  /** The repository whose workflows may deploy without stored keys, as `owner/name`. */
  repository: string
  /**
   * The numbers that GitHub gave to the owner and to the repository. Repositories that were made or renamed after July 15, 2026, name
   * themselves with them. Undefined for an older repository.
   */
  ids: { owner: string; repository: string } | undefined
}

export const pipelineSettings: PipelineSettings = { repository: '', ids: undefined }

/** Returns a sentence for each of the pipeline's settings that the roles of the pipeline need and that is missing. */
export function missingRepositoryTexts({ repository, ids } = pipelineSettings): string[] {
  const isNumber = (id: string) => /^\d+$/.test(id)
  return [
    ...(/^[\w.-]+\/[\w.-]+$/.test(repository)
      ? []
      : [`pipelineSettings.repository is "${repository}". Set it to the repository, as owner/name.`]),
    ...(!ids || (isNumber(ids.owner) && isNumber(ids.repository))
      ? []
      : [`pipelineSettings.ids is ${JSON.stringify(ids)}. Set it to the numbers of the owner and of the repository.`]),
  ]
}

/**
 * Returns the subjects with which GitHub's tokens may name a workflow of this repository, in both of GitHub's forms. `context` is the
 * end of the subject, such as `environment:prod`.
 */
export function workflowSubjects(context: string, { repository, ids } = pipelineSettings): string[] {
  const [owner, name] = repository.split('/')
  return [
    `repo:${repository}:${context}`,
    ...(ids ? [`repo:${owner}@${ids.owner}/${name}@${ids.repository}:${context}`] : []),
  ]
}
