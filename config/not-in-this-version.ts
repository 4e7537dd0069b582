const images = 'no such key: this version does not read images';

/** Settings that the design knows and this version does not act on: better refused than silently ignored. */
export const notInThisVersion: Readonly<Record<string, string>> = {
  'ai_response.llm_enable_image': images,
  'ai_response.llm_image_adapter': images,
  'ai_response.image_download_timeout_seconds': images,
  'ai_response.image_download_max_retries': images,
  'kb.team_image_summary_prompt': images,
};
