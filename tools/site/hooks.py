"""What MkDocs needs to show pages that are written for a forge: anchors, lists, links out of docs, and a search without a server."""

import json
import os
import re
import shutil

HERE = os.path.dirname(os.path.abspath(__file__))
FENCE = re.compile(r"^\s*(```|~~~)")
ITEM = re.compile(r"^(\s*)([-*+]|\d+\.)\s")
SCRIPT = re.compile(r'[ \t]*<script src="(?!https?:|/)([^"]+)"[^>]*></script>\n?')
LINK = re.compile(r"(\]\()((?:\.\./)+)([^)\s#]*)")


def slug(text, separator):
    """The anchor that a forge makes of a heading; see MarkdownPage#anchorOf in tools/house."""
    return re.sub(r"[^\w\s-]", "", text.lower()).replace(" ", separator)


def on_config(config):
    config["mdx_configs"]["toc"] = {"slugify": slug}
    return config


def on_page_markdown(markdown, page, config, files):
    return leave_docs(space_lists(markdown), page)


def space_lists(markdown):
    """A list after a paragraph needs an empty line, and what belongs to an item four blanks."""
    lines = []
    in_code = False
    in_list = False
    for line in markdown.split("\n"):
        if FENCE.match(line):
            in_code = not in_code
        item = None if in_code else ITEM.match(line)
        if item and not in_list and lines and lines[-1].strip():
            lines.append("")
        if item:
            in_list = True
        elif line.strip() and not line.startswith(" "):
            in_list = False
        if in_list and line.startswith("   ") and not line.startswith("    "):
            line = " " + line
        lines.append(line)
    return "\n".join(lines)


def leave_docs(markdown, page):
    """A link to a file of the repository has one folder more to climb: target/site is deeper than docs."""
    depth = page.file.src_uri.count("/")

    def climb(match):
        ups = match.group(2)
        return match.group(1) + ("../" if ups.count("../") > depth else "") + ups + match.group(3)

    return LINK.sub(climb, markdown)


def on_post_build(config):
    add_search(config)
    complete_scripts(config["site_dir"])


def complete_scripts(site):
    """The theme in the packages of Debian names scripts that it does not have: jQuery has another version there, others are not needed."""
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith(".html"):
                page = os.path.join(folder, name)
                with open(page, encoding="utf-8") as file:
                    text = file.read()
                complete = SCRIPT.sub(lambda script: keep_or_drop(script, folder), text)
                if complete != text:
                    with open(page, "w", encoding="utf-8") as file:
                        file.write(complete)


def keep_or_drop(script, folder):
    target = os.path.join(folder, script.group(1))
    if not os.path.exists(target):
        library = os.path.basename(target).split("-")[0] + "-"
        others = sorted(other for other in os.listdir(os.path.dirname(target)) if other.startswith(library))
        if not others:
            return ""
        shutil.copy(os.path.join(os.path.dirname(target), others[-1]), target)
    return script.group(0)


def add_search(config):
    """Puts the index of the search into a script, because a page that was opened from a file may not fetch it; and our styles behind the theme's."""
    folder = os.path.join(config["site_dir"], "search")
    with open(os.path.join(folder, "search_index.json"), encoding="utf-8") as index:
        data = json.load(index)
    with open(os.path.join(folder, "index.js"), "w", encoding="utf-8") as script:
        script.write("var searchIndex = " + json.dumps(data["docs"]) + ";\n")
    shutil.copy(os.path.join(HERE, "search.js"), os.path.join(folder, "main.js"))
    with open(os.path.join(HERE, "site.css"), encoding="utf-8") as ours:
        with open(os.path.join(config["site_dir"], "css", "theme_extra.css"), "a", encoding="utf-8") as theme:
            theme.write(ours.read())
